module plumbline.dev/it/peers/levels/shape

go 1.26.0
